import { act } from '@testing-library/react'

type Told = (entries: readonly { readonly isIntersecting: boolean }[]) => void

/** Returns a function that moves all observed elements into or out of sight. */
export const controlSight = (): ((isInSight: boolean) => void) => {
  const observers = new Set<Told>()
  class SightObserver {
    private readonly told: Told
    constructor(told: Told) {
      this.told = told
    }
    observe = () => void observers.add(this.told)
    unobserve = () => {}
    disconnect = () => void observers.delete(this.told)
  }
  Object.assign(window, { IntersectionObserver: SightObserver })
  return (isIntersecting) => act(() => observers.forEach((told) => told([{ isIntersecting }])))
}
