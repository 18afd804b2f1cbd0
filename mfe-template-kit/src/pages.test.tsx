import { RemoteProvider } from '@atalaia/react'
import { createMemoryRouter, RouterProvider } from '@atalaia/react/router'
import { createFakeContext } from '@atalaia/testing'
import { render, screen, within } from '@testing-library/react'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import descriptor from '../remote.json'
import { pages } from './routes.ts'

class BlindObserver {
  observe = () => {}
  unobserve = () => {}
  disconnect = () => {}
}

beforeAll(() => {
  Object.assign(window, {
    ResizeObserver: BlindObserver,
    IntersectionObserver: BlindObserver,
    CSS: { supports: () => false },
  })
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
})

const open = async (id: string) => {
  const page = await pages[id]?.()
  if (!page) throw new Error(`no page ${id}`)
  const { context, calls } = createFakeContext({ name: 'mfe-template-kit', token: false })
  const router = createMemoryRouter([{ path: '/', Component: page.Component }])
  render(
    <RemoteProvider context={context}>
      <RouterProvider router={router} />
    </RemoteProvider>,
  )
  return { calls }
}

const examplesOf = (id: string): string[] => {
  const folder = join(__dirname, 'pages', id)
  return readdirSync(folder).includes('examples') ? readdirSync(join(folder, 'examples')) : []
}

// Rule: P-KIT-31
test('the icons page says UI - Icons, and that one is at Icons', async () => {
  await open('ui-icons')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^UI - Icons$/)
  const trail = within(screen.getByRole('navigation', { name: 'YOU ARE HERE' })).getAllByRole('listitem')
  expect(trail.at(-1)).toHaveTextContent(/^Icons$/)
})

// Rule: P-KIT-28
test.each([
  ['charts-apex', 'area bar column donut heatmap line mixed pie radial'],
  ['charts-echarts', 'bar gauge line pie polar punch-card'],
  ['charts-highcharts', 'column-3d line pie sunburst vector word-cloud'],
  [
    'forms-elements',
    'choices colours dates day drop-zone file-upload image-upload input-groups markdown masks max-length rich-text ' +
      'searchable-select selects sliders text-inputs textareas',
  ],
  ['grid', 'autoload custom-loader jumbotron locked news shares standard'],
])('%s has its examples', (id, names) => {
  expect(examplesOf(id).toSorted()).toEqual(names.split(' ').map((name) => `${name}.tsx`))
})

// Rule: P-KIT-36
test('form elements with a library of their own come after the page, each into its place', async () => {
  await open('forms-elements')
  const masks = screen.getByRole('region', { name: 'Máscaras' })
  expect(within(masks).queryByLabelText('CEP')).toBeNull()
  expect(masks.querySelector('[aria-busy="true"]')).toHaveStyle({ minHeight: '666px' })
  expect(await within(masks).findByLabelText('CEP')).toBeVisible()
  expect(masks.querySelector('[aria-busy="true"]')).toBeNull()
})

describe.each(descriptor.routes)('$path', ({ id, title }) => {
  // Rule: P-KIT-2, P-KIT-3
  test('has its title, says where one is, and is marked as demonstration', async () => {
    const { calls } = await open(id)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title)
    expect(screen.getByRole('navigation', { name: 'YOU ARE HERE' })).toBeVisible()
    expect(screen.getByText('Demonstração')).toBeVisible()
    expect(calls).toEqual([])
  })

  // Rule: P-KIT-28
  test('shows every example that lies in its folder', async () => {
    await open(id)
    expect.assertions(examplesOf(id).length)
    for (const file of examplesOf(id)) {
      const { title: name } = await import(`./pages/${id}/examples/${file}`)
      expect(screen.getByRole('region', { name })).toBeVisible()
    }
  })
})
