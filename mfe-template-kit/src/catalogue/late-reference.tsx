import { Button, Skeleton } from '@atalaia/ui'
import { useEffect, useRef } from 'react'
import { useLate } from '../use-late.ts'

const load = () => import(/* webpackChunkName: "catalogue" */ './reference.tsx').then(({ Reference }) => Reference)

/** Loads before a scrolling person arrives. */
const ROOT_MARGIN = '200px'

/** Loads near the window, or when the address names a part. */
export const LateReference = ({ names }: { readonly names: readonly string[] }) => {
  const place = useRef<HTMLElement>(null)
  const { value: Reference, failed, start } = useLate(load)

  useEffect(() => {
    if (!place.current) return undefined
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        sight.disconnect()
        start()
      },
      { rootMargin: ROOT_MARGIN },
    )
    sight.observe(place.current)
    if (names.includes(location.hash.slice(1))) start()
    return () => sight.disconnect()
  }, [names, start])

  return (
    <section ref={place} className="kit-reference" aria-label="Referência" aria-busy={!Reference && !failed}>
      {Reference ? (
        <Reference names={names} />
      ) : failed ? (
        <Button icon="refresh" onClick={start}>
          A referência não carregou. Tentar de novo
        </Button>
      ) : (
        <Skeleton lines={6} />
      )}
    </section>
  )
}
