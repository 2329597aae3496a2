import { page } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'

const cacheSeconds = 3600

/** The script of embed codes. It inserts the frame of the player at its own script tag. */
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

/** Page of the script of embed codes. */
export const pages = [
  page('livestream.embedScript', {
    route: 'GET /embed/video.js',
    title: 'Player by a script',
    description:
      'Inserts a player at its script tag. data-src and data-title name the video. data-width and data-height give ' +
      'the aspect ratio of a player as wide as its container; with data-fixed they are its size.',
    isForMachines: true,
    input: closed({}),
    handle: async () => ({ text: script, type: 'text/javascript; charset=utf-8', cacheSeconds }),
  }),
]
