/** Lets the event loop handle the events that wait, then resolves. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
