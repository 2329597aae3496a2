/** Colours and type of the starters: one place, so that all ten look like one family, light and dark. */
const head = `<mj-head>
    <mj-title>{{ account.name }}</mj-title>
    <mj-attributes>
      <mj-all font-family="-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="1.6" color="#1c2422" padding="8px 32px" />
      <mj-button background-color="#0f766e" color="#ffffff" border-radius="8px" font-size="16px" font-weight="600"
        inner-padding="14px 28px" padding="16px 32px" align="left" />
      <mj-section padding="0" background-color="#ffffff" />
      <mj-divider border-color="#dbe4e1" border-width="1px" padding="20px 32px" />
      <mj-class name="title" font-size="30px" line-height="1.2" font-weight="700" padding="24px 32px 8px" />
      <mj-class name="part" font-size="19px" line-height="1.3" font-weight="700" padding="16px 32px 0" />
      <mj-class name="quiet" font-size="13px" line-height="1.6" color="#5d6b67" />
      <mj-class name="kicker" font-size="13px" letter-spacing="1px" font-weight="600" color="#0f766e"
        padding="28px 32px 0" />
    </mj-attributes>
    <mj-style>
      @media (prefers-color-scheme: dark) {
        .page { background: #111816 !important; }
        .card, .card table, .card td { background: #1a2320 !important; }
        .card div, .card h1, .card h2, .card p { color: #e6eeeb !important; }
        .card .kicker div, .foot a { color: #5eead4 !important; }
      }
    </mj-style>
  </mj-head>`

/** A whole mail in MJML: the name of the account, sections, and the links that each mail needs. */
export function framed(sections: readonly string[]): string {
  return `<mjml>
  ${head}
  <mj-body background-color="#f2f6f5" css-class="page">
    <mj-section background-color="#f2f6f5" css-class="page" padding="24px 0 12px">
      <mj-column>
        <mj-text font-weight="700" font-size="15px">{{ account.name }}</mj-text>
      </mj-column>
    </mj-section>
${sections.join('\n')}
    <mj-section background-color="#f2f6f5" css-class="page foot" padding="12px 0 32px">
      <mj-column>
        <mj-text mj-class="quiet">
          You get this mail because you subscribed to {{ account.name }}.<br />
          <a href="{{ unsubscribeUrl }}">Unsubscribe</a> · <a href="{{ preferencesUrl }}">Preferences</a> ·
          <a href="{{ viewUrl }}">View in a browser</a>
        </mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`
}

/** A white card over the whole width. */
export function card(inner: string, background = '#ffffff'): string {
  return `    <mj-section css-class="card" background-color="${background}" padding="0 0 16px">
      <mj-column>
${inner}
      </mj-column>
    </mj-section>`
}

/** Cards beside each other; one below the other on a phone. */
export function columns(inners: readonly string[]): string {
  const each = inners.map((inner) => `      <mj-column>\n${inner}\n      </mj-column>`)
  return `    <mj-section css-class="card" padding="0 0 16px">\n${each.join('\n')}\n    </mj-section>`
}

/** A small line above a title. */
export const kicker = (text: string) => `        <mj-text mj-class="kicker" css-class="kicker">${text}</mj-text>`
/** The title of a mail. */
export const title = (text: string) => `        <mj-text mj-class="title"><h1 style="${plain}">${text}</h1></mj-text>`
/** The title of a part. */
export const part = (text: string) => `        <mj-text mj-class="part"><h2 style="${plain}">${text}</h2></mj-text>`
/** A paragraph. */
export const text = (inner: string) => `        <mj-text>${inner}</mj-text>`
/** A quiet paragraph. */
export const quiet = (inner: string) => `        <mj-text mj-class="quiet">${inner}</mj-text>`
/** A button. */
export const button = (label: string, url: string) => `        <mj-button href="${url}">${label}</mj-button>`
/** A thin line. */
export const divider = '        <mj-divider />'
/** A big figure or code in a frame. */
export const figure = (inner: string) =>
  `        <mj-text align="center" font-size="34px" font-weight="700" letter-spacing="2px" color="#0f766e"
          padding="20px 32px">${inner}</mj-text>`

const plain = 'margin:0;font-size:inherit;line-height:inherit;font-weight:inherit'
