import { loadGrammar } from './sqlSyntax.ts'

// Loads the grammar for tests and tools that parse statements without a world.
await loadGrammar()
