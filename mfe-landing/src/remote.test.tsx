import { createFakeContext, routeElement } from '@atalaia/testing'
import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import descriptor from '../remote.json'
import * as remote from './remote.tsx'

const show = async (brand = 'Atalaia') => {
  const { context, calls } = createFakeContext({ name: 'mfe-landing', token: false, config: { brand } })
  const shown = render(await routeElement(remote, context, { id: 'landing', path: '/' }))
  return { ...shown, calls }
}

// Rule: P-LANDING-11, P-LANDING-13
test('the route shows the page under the configured brand, and calls no API', async () => {
  const { calls } = await show('Vigia')
  expect(screen.getAllByRole('link', { name: 'Sobre o Vigia' })).toHaveLength(2)
  expect(calls).toEqual([])
})

test.each([
  ['Login', '/login'],
  ['Começar a monitorar', '/register'],
])('a click on %s goes to %s without loading a document', async (name, address) => {
  await show()
  const [link] = screen.getAllByRole('link', { name })
  if (!link) throw new Error(`no link ${name}`)
  await userEvent.click(link)
  expect(screen.getByText(address)).toBeVisible()
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %o is left to the browser',
  async (how) => {
    await show()
    const [link] = screen.getAllByRole('link', { name: 'Login' })
    if (!link) throw new Error('no link Login')
    const click = createEvent.click(link, how)
    // jsdom cannot open anything: what counts is that nobody before it took the click.
    let taken = false
    document.addEventListener(
      'click',
      (event) => {
        taken = event.defaultPrevented
        event.preventDefault()
      },
      { once: true },
    )
    fireEvent(link, click)
    expect(taken).toBe(false)
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  },
)

// Rule: M-BUS-7
test('the landing page does not ask for the token', () => {
  expect(descriptor).not.toHaveProperty('token', true)
})
