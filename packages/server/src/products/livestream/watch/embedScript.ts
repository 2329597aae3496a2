import { page } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'

const cacheSeconds = 3600

/** What a script tag on another page runs: it puts the frame of the player in its own place. */
const script = `(function () {
  var tag = document.currentScript
  var frame = document.createElement('iframe')
  var width = tag.getAttribute('data-width') || '640'
  var height = tag.getAttribute('data-height') || '360'
  frame.src = tag.getAttribute('data-src')
  frame.title = tag.getAttribute('data-title') || 'Video'
  frame.width = width
  frame.height = height
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
  frame.allowFullscreen = true
  frame.loading = 'lazy'
  var fluid = 'border:0;width:100%;height:auto;aspect-ratio:' + width + '/' + height
  frame.style.cssText = tag.hasAttribute('data-fixed') ? 'border:0' : fluid
  tag.parentNode.insertBefore(frame, tag)
})()
`

/** The script of embed codes. */
export const pages = [
  page('livestream.embedScript', {
    route: 'GET /embed/video.js',
    title: 'Player by a script',
    description:
      'Puts a player in the place of its script tag, which says what in data-src and data-title, and how large in ' +
      'data-width and data-height: as wide as there is room in this ratio, or with data-fixed as large as that.',
    isForMachines: true,
    input: closed({}),
    answer: async () => ({ text: script, type: 'text/javascript; charset=utf-8', cacheSeconds }),
  }),
]
