/** A promise with the function that resolves it: `Promise.withResolvers` for pages and types of ES2023. */
export const createDeferred = () => {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve: () => resolve() }
}
