import { ListTool as ImportTool } from './importTool.tsx'
import { ListTool as SignUpTool } from './signUpTool.tsx'

/** Ways by which contacts arrive: an import, and a form for people. */
export function ListTool() {
  return (
    <>
      <SignUpTool />
      <ImportTool />
    </>
  )
}
