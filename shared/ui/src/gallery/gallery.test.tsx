import { THEME_NAMES } from '@atalaia/contracts'
import { render, screen } from '@testing-library/react'
import { themes } from '../themes.ts'
import { Gallery } from './gallery.tsx'

it('shows the parts in every theme', () => {
  render(<Gallery />)
  for (const name of THEME_NAMES) expect(screen.getByRole('region', { name: themes[name].label })).toHaveClass(name)
})

it('shows one theme when asked for it', () => {
  render(<Gallery only="sea" />)
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})
