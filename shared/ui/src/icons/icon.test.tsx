import { render } from '@testing-library/react'
import { iconNames } from './icon-names.ts'
import { Icon, isIconName } from './icon.tsx'

it('a sign is hidden from assistive technology', () => {
  const { container } = render(<Icon name="power" size={20} />)
  expect(container.firstChild).toHaveAttribute('aria-hidden', 'true')
})

it('a name from outside is known or not', () => {
  expect(isIconName('dashboard')).toBe(true)
  expect(isIconName('constructor')).toBe(false)
  expect(isIconName(undefined)).toBe(false)
})

it('every drawing begins where it is and not where the one before it ended', () => {
  for (const name of iconNames) {
    const { container } = render(<Icon name={name} />)
    expect(container.querySelector('path')?.getAttribute('d')).toMatch(/^M[^m]*$/)
  }
})
