import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { styleNonce } from '#console/parts/styleNonce.ts'
import { loadLanguage } from '#console/texts/texts.ts'
import { chosenLanguage } from './preferences.ts'
import { queries } from './queryClient.ts'
import { router } from './router.tsx'
import { cssVariables, makeTheme } from './theme.ts'

/** The console: its providers around the router. */
export function ConsoleApp() {
  const [theme, setTheme] = useState<ReturnType<typeof makeTheme>>()
  useEffect(() => {
    void loadLanguage(chosenLanguage()).then(() => setTheme(makeTheme()))
  }, [])
  if (theme === undefined) return null
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}

// The lock of the page's scroll behind a dialog adds a style, and reads its nonce from this name of bundlers.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
