import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { TopBar } from './top-bar.tsx'

const scrollTo = (position: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: position, configurable: true })
    window.dispatchEvent(new Event('scroll'))
  })

afterEach(() => scrollTo(0))

// Rule: P-LANDING-3
test('above scroll position 0 the bar is small, and back at 0 it is tall', () => {
  render(<TopBar brand="Atalaia" />)
  expect(screen.getByRole('banner')).toHaveClass('landing-bar--tall')
  scrollTo(1)
  expect(screen.getByRole('banner')).toHaveClass('landing-bar--small')
  scrollTo(0)
  expect(screen.getByRole('banner')).toHaveClass('landing-bar--tall')
})

test('a page that opens scrolled has a small bar at once', () => {
  scrollTo(400)
  render(<TopBar brand="Atalaia" />)
  expect(screen.getByRole('banner')).toHaveClass('landing-bar--small')
})

test('without scripts the bar stays with the top of the page', () => {
  expect(renderToString(<TopBar brand="Atalaia" />)).toContain('landing-bar--still')
})

const count = ({ mock }: jest.SpyInstance) => mock.calls.filter(([type]) => type === 'scroll').length

test('a bar that was taken off listens no more', () => {
  const added = jest.spyOn(window, 'addEventListener')
  const removed = jest.spyOn(window, 'removeEventListener')
  render(<TopBar brand="Atalaia" />).unmount()
  expect(count(added)).toBe(1)
  expect(count(removed)).toBe(1)
})
