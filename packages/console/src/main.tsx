// Entry of the console.
import './app/mantineStyles.ts'
import './app/console.css'
import { createRoot } from 'react-dom/client'
import { ConsoleApp } from './app/consoleApp.tsx'

const root = document.querySelector('#console')
if (root !== null) createRoot(root).render(<ConsoleApp />)
