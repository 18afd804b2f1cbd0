import type { Screenshots } from './screenshots.ts'

const whatIsSeen =
  'O painel Analises - Ativos Empresariais: totais de vazamentos, contas mais atingidas, últimos relatórios e a evolução em três meses.'

/** The product, shown large. */
export const ProductView = ({ wide, narrow }: Screenshots) => (
  <figure className="landing-view">
    <picture>
      {/* The addresses are relative when prerendered and absolute afterwards, and name the same files. */}
      <source
        media="(width < 40em)"
        srcSet={narrow.src}
        width={narrow.width}
        height={narrow.height}
        suppressHydrationWarning
      />
      <img {...wide} alt={whatIsSeen} loading="lazy" decoding="async" suppressHydrationWarning />
    </picture>
  </figure>
)
