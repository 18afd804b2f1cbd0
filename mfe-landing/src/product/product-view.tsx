import narrow from '../assets/dashboard-narrow.webp'
import wide from '../assets/dashboard-wide.webp'

type Picture = { readonly src: string; readonly width: number; readonly height: number }

/** `narrow` is for small screens, where the wide picture cannot be read. */
type Screenshots = { readonly wide: Picture; readonly narrow: Picture }

/**
 * The pictures of the product: the running dashboard with the demonstration account's data. `npm run draw:product` takes
 * them. They show the brand, so a deployment with another brand takes its own.
 */
export const dashboard: Screenshots = {
  wide: { src: wide, width: 1440, height: 812 },
  narrow: { src: narrow, width: 390, height: 600 },
}

const whatIsSeen =
  'O painel Analises - Ativos Empresariais: totais de vazamentos, contas mais atingidas, últimos relatórios e a evolução em três meses.'

/** A large picture of the product. */
export const ProductView = (pictures: Screenshots) => (
  <figure className="landing-view">
    <picture>
      {/* The addresses are relative when prerendered and absolute afterwards, and name the same files. */}
      <source
        media="(width < 40em)"
        srcSet={pictures.narrow.src}
        width={pictures.narrow.width}
        height={pictures.narrow.height}
        suppressHydrationWarning
      />
      <img {...pictures.wide} alt={whatIsSeen} loading="lazy" decoding="async" suppressHydrationWarning />
    </picture>
  </figure>
)
