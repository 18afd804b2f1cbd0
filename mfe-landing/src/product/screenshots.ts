import narrow from '../assets/dashboard-narrow.webp'
import wide from '../assets/dashboard-wide.webp'

type Picture = { readonly src: string; readonly width: number; readonly height: number }

/** `narrow` is for small screens, where the wide one could not be read. */
export type Screenshots = { readonly wide: Picture; readonly narrow: Picture }

/**
 * The one place for the picture of the product: the running dashboard with the demonstration account's data, taken by
 * `npm run draw:product`. It shows the brand: whoever has another one takes it again.
 */
export const dashboard: Screenshots = {
  wide: { src: wide, width: 1440, height: 812 },
  narrow: { src: narrow, width: 390, height: 600 },
}
