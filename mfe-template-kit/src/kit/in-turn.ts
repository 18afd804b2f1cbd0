/** Longest wait for an idle browser. */
const MAX_WAIT_MS = 50

const untilIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS })
    else setTimeout(resolve)
  })

let turn: Promise<unknown> = Promise.resolve()

/** Runs each caller's work after the previous one's, once the browser is idle. */
export const inTurn = <T>(work: () => T | Promise<T>): Promise<T> => {
  const done = turn.then(untilIdle).then(work)
  turn = done.catch(() => undefined)
  return done
}
