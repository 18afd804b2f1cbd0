/** A promise that is resolved from outside. */
export const createHeld = () => {
  let release = () => {}
  const promise = new Promise<void>((resolve) => (release = resolve))
  return { promise, release: () => release() }
}
