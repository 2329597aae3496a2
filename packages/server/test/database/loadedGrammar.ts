import { loadGrammar } from './sqlSyntax.ts'

// For tests and tools that read statements without a world, which loads the grammar as it opens.
await loadGrammar()
