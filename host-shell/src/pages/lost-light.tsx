import { useId } from 'react'

/** A light cone that finds nothing: the small drawing of the lone pages. */
export const LostLight = () => {
  const beam = useId()
  return (
    <svg className="shell-lost-light" viewBox="0 0 240 84" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={beam} gradientUnits="userSpaceOnUse" x1="44" y1="0" x2="240" y2="0">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.4" />
          <stop offset="0.6" stopColor="currentColor" stopOpacity="0.1" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path fill={`url(#${beam})`} d="M44 22 240 -8v68z" />
      <path className="shell-lost-line shell-lost-faint" d="M146 76v-6M172 76v-10M200 76v-4" />
      <path className="shell-lost-line" d="M0 76h240M28 76l6-44h20l6 44M32 32h24M36 32V18l8-8 8 8v14" />
      <circle className="shell-lost-lamp" cx="44" cy="22" r="4" />
    </svg>
  )
}
