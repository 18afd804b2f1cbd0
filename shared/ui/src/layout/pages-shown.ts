/** Which page numbers a pagination shows: the first, the last, and those around `page`; `'gap'` where some are left out. */
export const pagesShown = (page: number, pages: number): (number | 'gap')[] => {
  const near = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return near.flatMap((number, at) => {
    const skipped = number - (near[at - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    return skipped === 1 ? [number - 1, number] : ['gap' as const, number]
  })
}
