import { act, fireEvent, render, screen } from '@testing-library/react'
import { controlSight } from '../../testing/sight.ts'
import { Example } from './examples/slides.tsx'

afterEach(() => jest.useRealTimers())

const shown = () => document.querySelector('.carousel-item.active h3')?.textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pass = (milliseconds: number) => {
  for (let passed = 0; passed < milliseconds; passed += 100) act(() => jest.advanceTimersByTime(100))
}

// Rule: P-KIT-26
test('the carousel moves on every four seconds, not while it is paused or out of sight, and by its controls', () => {
  jest.useFakeTimers()
  const show = controlSight()
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
  render(<Example />)
  pass(9000)
  expect(shown()).toBe('Superfície')
  show(true)
  pass(3900)
  expect(shown()).toBe('Superfície')
  pass(1100)
  expect(shown()).toBe('Deep web')
  press('Pausar')
  pass(12_000)
  expect(shown()).toBe('Deep web')
  press('Próximo')
  pass(1000)
  expect(shown()).toBe('Dark web')
  press('Continuar')
  pass(5000)
  expect(shown()).toBe('Superfície')
})
