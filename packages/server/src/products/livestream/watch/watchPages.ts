import * as channelPage from './channelPage.ts'
import * as embedScript from './embedScript.ts'
import * as livePage from './livePage.ts'
import * as oembedPage from './oembedPage.ts'
import * as videoPage from './videoPage.ts'

/** Every page of live and recorded video. */
export const pages = [
  ...videoPage.pages,
  ...embedScript.pages,
  ...channelPage.pages,
  ...livePage.pages,
  ...oembedPage.pages,
]
