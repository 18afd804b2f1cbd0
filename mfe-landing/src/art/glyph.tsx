import './glyph.css'

const lines = {
  mail: 'M8 15H36V33H8ZM8 16L22 26L36 16',
  phone: 'M15 8H29V36H15ZM20 32H24',
  document: 'M8 13H36V32H8ZM13 26C13 20 21 20 21 26M19 19A2 2 0 1 1 15 19A2 2 0 1 1 19 19M26 19H32M26 24H32',
  key: 'M20 27A6 6 0 1 1 8 27A6 6 0 1 1 20 27M19 24L34 14M30 17L33 21M26 19.5L28 22.5',
  mask: 'M9 14C16 17 28 17 35 14C37 26 30 35 22 35C14 35 7 26 9 14ZM14 22C16 20 18 20 20 22M24 22C26 20 28 20 30 22M18 29C20 28 24 28 26 29',
  domain: 'M35 22A13 13 0 1 1 9 22A13 13 0 1 1 35 22M9.5 22H34.5M22 9C15 16 15 28 22 35C29 28 29 16 22 9',
} as const

export const Glyph = ({ name }: { name: keyof typeof lines }) => (
  <span className="landing-glyph">
    <svg className="landing-art" viewBox="0 0 44 44" aria-hidden="true" focusable="false">
      <path d={lines[name]} />
    </svg>
  </span>
)
