import { useEffect, useMemo, useRef, useState } from 'react'
import { readMail, type MailDocument } from './mailDocument.ts'
import './mailFrame.css'

const firstHeightPx = 240
const heightMaxPx = 4_000

type MailFrameProps = {
  html: string
  title: string
  scheme?: 'light' | 'dark'
  /** Width of the mail in CSS pixels; all of the room when left out. */
  widthPx?: number
  /** Factor of the shown size, so that a wide mail fits a narrow room. */
  scale?: number
}

/** The mail with its rules for a colour scheme, whatever that of the page is. */
function withScheme(mail: MailDocument, scheme: 'light' | 'dark'): MailDocument {
  const form = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/g
  // Each width is above 0 and below a million pixels.
  const always = (isOn: boolean) => (isOn ? '(min-width: 0px)' : '(min-width: 1000000px)')
  const sheet = mail.sheet.replace(form, (_whole, name: string) => always(name === scheme))
  return { ...mail, sheet }
}

/**
 * A mail in HTML, in a frame without scripts, forms and plug-ins. The page's policy forbids inline styles, which
 * mails consist of: they are set as rules of the frame's document after it has loaded.
 */
export function MailFrame({ html, title, scheme = 'light', widthPx, scale = 1 }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(firstHeightPx)
  const mail = useMemo(() => withScheme(readMail(html), scheme), [html, scheme])
  const style = () => {
    const opened = frame.current?.contentDocument
    if (opened === null || opened === undefined) return
    const rules = new (opened.defaultView ?? globalThis).CSSStyleSheet()
    rules.replaceSync(mail.sheet)
    opened.adoptedStyleSheets = [rules]
    for (const element of opened.querySelectorAll<HTMLElement>('[data-styled]')) {
      element.style.cssText = mail.styles[Number(element.dataset['styled'])] ?? ''
    }
    setHeight(Math.min(heightMaxPx, opened.documentElement.scrollHeight))
  }
  // A change of styles alone leaves the document as it is: none loads.
  const loadedHtml = useRef<string>(undefined)
  useEffect(() => {
    if (loadedHtml.current === mail.html) style()
    // The mail alone decides: `style` is another function at each render.
  }, [mail])
  const width = widthPx === undefined ? undefined : `${widthPx}px`
  return (
    <div className="mail-room" style={{ blockSize: height * scale }}>
      <iframe
        ref={frame}
        // Another scheme is another document: its rules are set as it loads.
        key={scheme}
        className="mail-frame"
        title={title}
        // No allow-scripts: with the page's own origin, the page alone can reach into the frame.
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={mail.html}
        onLoad={() => {
          loadedHtml.current = mail.html
          style()
        }}
        height={height}
        style={{ inlineSize: width, transform: scale === 1 ? undefined : `scale(${scale})` }}
      />
    </div>
  )
}
