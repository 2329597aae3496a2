/** What is waited for: until it is so, or for the time. */
export type Awaited = { isSo(): boolean; timeoutMs: number }

type Waiting = Awaited & { promise: Promise<void>; open(): void }

/**
 * Where requests wait. All that wait for the same share one promise, and one deadline: that of the first of them, so
 * that nobody waits longer than the time.
 */
export class Gate {
  readonly #waiting = new Map<string, Waiting>()

  /** Resolves when it is so, when the gate is opened, or after the time. */
  wait(key: string, { isSo, timeoutMs }: Awaited): Promise<void> {
    const known = this.#waiting.get(key)
    if (known !== undefined) return known.promise
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => open(), timeoutMs)
    const open = () => {
      clearTimeout(timer)
      this.#waiting.delete(key)
      resolve()
    }
    this.#waiting.set(key, { isSo, timeoutMs, promise, open })
    return promise
  }

  /** Lets those go on for whom it is so now. */
  check(): void {
    for (const { isSo, open } of [...this.#waiting.values()]) if (isSo()) open()
  }

  /** Lets everybody go on. */
  open(): void {
    for (const { open } of [...this.#waiting.values()]) open()
  }

  /** How many different things are waited for. */
  get size(): number {
    return this.#waiting.size
  }
}
