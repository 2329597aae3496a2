import * as channelPage from './channelPage.ts'
import * as embedScript from './embedScript.ts'
import * as liveListPage from './liveListPage.ts'
import * as oembedPage from './oembedPage.ts'
import * as videoPage from './videoPage.ts'

/** Every page of live and recorded video. */
export const pages = [
  ...videoPage.pages,
  ...embedScript.pages,
  ...channelPage.pages,
  ...liveListPage.pages,
  ...oembedPage.pages,
]
