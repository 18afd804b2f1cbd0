import narrow from '../assets/dashboard-narrow.webp'
import narrowLight from '../assets/dashboard-narrow-light.webp'
import wide from '../assets/dashboard-wide.webp'
import wideLight from '../assets/dashboard-wide-light.webp'

type Picture = { readonly src: string; readonly width: number; readonly height: number }

/** `narrow` is for small screens, on which `wide` is illegible. */
type Screenshots = { readonly wide: Picture; readonly narrow: Picture }

type Views = { readonly dark: Screenshots; readonly light: Screenshots }

const sized = (wideFile: string, narrowFile: string): Screenshots => ({
  wide: { src: wideFile, width: 1440, height: 812 },
  narrow: { src: narrowFile, width: 390, height: 600 },
})

/**
 * Running dashboard with demonstration data, by `npm run draw:product`. A deployment with another
 * brand takes its own.
 */
export const dashboard: Views = { dark: sized(wide, narrow), light: sized(wideLight, narrowLight) }

const whatIsSeen =
  'O painel Analises - Ativos Empresariais: totais de vazamentos, contas mais atingidas, últimos relatórios e a evolução em três meses.'

/** P-LANDING-12 */
export const ProductView = ({ dark, light }: Views) => (
  <figure className="landing-view">
    <View {...dark} scheme="dark" />
    <View {...light} scheme="light" />
  </figure>
)

const View = ({ wide: large, narrow: small, scheme }: Screenshots & { readonly scheme: keyof Views }) => (
  <picture className={`landing-view__${scheme}`}>
    {/* The addresses are relative when prerendered and absolute afterwards, and name the same files. */}
    <source
      media="(width < 40em)"
      srcSet={small.src}
      width={small.width}
      height={small.height}
      suppressHydrationWarning
    />
    <img {...large} alt={whatIsSeen} loading="lazy" decoding="async" suppressHydrationWarning />
  </picture>
)
