const islands: Record<string, () => Promise<unknown>> = {}
void islands[document.documentElement.dataset['island'] ?? '']?.()
