const LEAVING_MS = 5_000

let leftAt = -Infinity
// The only event that Firefox sends before it ends what the page is loading. Listening keeps no page out of a browser's cache of
// earlier pages: Firefox has none there that was sent with `no-store`, as all of these are.
addEventListener('beforeunload', () => {
  leftAt = performance.now()
})

/** True: the page was being left, so failures say nothing about its code (M-REPORT-11). */
export const isLeaving = (): boolean => performance.now() - leftAt < LEAVING_MS
