import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { t } from '#console/texts/texts.ts'

/** Teal of the audience's pages, from the lightest to the darkest. */
const harbour: MantineColorsTuple = [
  '#effaf8',
  '#d6f1ec',
  '#aee3da',
  '#7fd1c5',
  '#4fb9ac',
  '#2a9d90',
  '#148377',
  '#0f766e',
  '#0c5f59',
  '#0a4a46',
]

/** Greys with a trace of green, for dark surfaces. */
const night: MantineColorsTuple = [
  '#e6edeb',
  '#c2cfcb',
  '#9fb3ad',
  '#6f837d',
  '#4b5d58',
  '#33433f',
  '#22302d',
  '#17211f',
  '#101917',
  '#0b1110',
]

/** Colours, shapes and defaults of every component, once the texts are loaded. */
export const makeTheme = () => {
  const dialog = {
    closeButtonProps: { 'aria-label': t('notice.close') },
    // A header within a dialog is no banner of the page.
    attributes: { header: { role: 'presentation' } },
  }
  return createTheme({
    primaryColor: 'harbour',
    primaryShade: { light: 7, dark: 6 },
    colors: { harbour, dark: night },
    autoContrast: true,
    luminanceThreshold: 0.25,
    defaultRadius: 'md',
    cursorType: 'pointer',
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' } } },
    components: {
      // A hint stands below its input: inputs of a row are level, whichever of them has one.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      // A list opens on a click, a key or a letter: focus alone comes from tabbing, or from a form with a problem.
      Select: { defaultProps: { openOnFocus: false } },
      MultiSelect: { defaultProps: { openOnFocus: false } },
      Autocomplete: { defaultProps: { openOnFocus: false } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
      Button: { defaultProps: { size: 'sm' } },
      Modal: { defaultProps: { ...dialog, centered: true } },
      Drawer: { defaultProps: dialog },
    },
  })
}

/** Grounds, lines and soft text, in both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--console-ground': '#f7f9f8',
    '--console-line': '#dfe6e3',
    '--console-sunken': '#eef2f1',
    '--mantine-color-dimmed': '#5a6b66',
    '--mantine-color-error': '#b42318',
    '--mantine-color-teal-light-color': '#0a5c47',
    '--mantine-color-yellow-light-color': '#6b4700',
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-orange-light-color': '#7d3800',
    '--mantine-color-gray-light-color': '#3d4a46',
    '--mantine-color-harbour-light-color': '#0a4a46',
  },
  dark: {
    '--mantine-color-body': '#131b19',
    '--console-ground': '#0b1110',
    '--console-line': '#26322f',
    '--console-sunken': '#1a2422',
    '--mantine-color-dimmed': '#9fb3ad',
    '--mantine-color-error': '#ff9b9b',
    '--mantine-color-teal-light-color': '#9ff0d0',
    '--mantine-color-yellow-light-color': '#ffe08a',
    '--mantine-color-red-light-color': '#ffc2c2',
    '--mantine-color-orange-light-color': '#ffd0a8',
    '--mantine-color-gray-light-color': '#cfdad6',
  },
})
