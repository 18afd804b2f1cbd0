import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import descriptor from '../../remote.json'
import { readParts } from '../../build/read-parts.ts'
import { ExampleSource } from '../kit/example-source.tsx'
import { placeOf, places } from './places.ts'
import { Reference } from './reference.tsx'

// What the build writes into the module.
jest.mock('./parts.ts', () => ({
  parts: jest.requireActual<{ readParts: typeof readParts }>('../../build/read-parts.ts').readParts().parts,
}))

const { parts } = readParts()
const placed: readonly string[] = Object.values(places).flat()

const sourcesOf = (page: string): string =>
  ['../kit', `../pages/${page}`]
    .map((folder) => join(__dirname, folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.tsx'))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
    )
    .join('\n')

describe('the catalogue', () => {
  // Rule: P-KIT-34, P-KIT-57
  test('has one place for every export of the packages, and none for a name that is not exported', () => {
    const names = parts.map(({ name }) => name)
    expect({ withoutPlace: names.filter((name) => !placed.includes(name)) }).toEqual({ withoutPlace: [] })
    expect(placed.toSorted()).toEqual(names.toSorted())
  })

  // Rule: P-KIT-34, P-KIT-57
  test('shows each part in use on its page', () => {
    const own = parts.filter(({ kind }) => kind === 'component' || kind === 'function' || kind === 'value')
    const unused = own.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(sourcesOf(placeOf(name) ?? '')))
    expect(unused.map(({ name }) => name)).toEqual([])
  })

  test('has its places in pages that there are', () => {
    const routes = descriptor.routes.map(({ id }) => id)
    expect(Object.keys(places).filter((id) => !routes.includes(id))).toEqual([])
  })
})

describe('the reference', () => {
  // Rule: P-KIT-34, P-KIT-57
  test('has properties with types and defaults from the source, and the keys', () => {
    render(<Reference names={['Menu', 'Button']} />)
    const table = screen.getByRole('table', { name: 'Propriedades de Button' })
    const row = within(table).getByRole('row', { name: /^variant / })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([
      "'primary' | 'secondary' | 'ghost' | 'danger'",
      "'secondary'",
      'Default: secondary. A view has one primary action.',
    ])
    expect(screen.getByText('E tudo de', { exact: false })).toHaveTextContent(
      "E tudo de ComponentPropsWithRef<'button'>.",
    )
    expect(screen.getByText('Esc').nextSibling).toHaveTextContent('Fecha a lista; o foco volta ao botão.')
    expect(screen.getByText("import { Menu } from '@atalaia/ui'")).toBeVisible()
  })

  test('has signatures of functions and types, and whose library the others are', () => {
    render(<Reference names={['formatNumber', 'ChartView', 'useNavigate']} />)
    expect(screen.getByText('formatNumber(value: number | undefined): string')).toBeVisible()
    expect(screen.getByText("type ChartView = 'plot' | 'table'")).toBeVisible()
    expect(screen.getByRole('row', { name: 'useNavigate @atalaia/react/router react-router-dom' })).toBeVisible()
  })

  test('goes to the part that the address names', () => {
    const scrollIntoView = jest.fn()
    Object.assign(Element.prototype, { scrollIntoView })
    location.hash = '#Card'
    render(<Reference names={['EmptyState', 'Card']} />)
    expect(scrollIntoView).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('heading', { name: 'Card' })).toHaveFocus()
    location.hash = ''
  })
})

// Rule: P-KIT-35
test('the code of an example is loaded when it is opened, again after a failure, and copied', async () => {
  const user = userEvent.setup()
  const source = jest.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('const a = 1')
  render(<ExampleSource title="Tipos" source={source} />)
  expect(source).not.toHaveBeenCalled()
  const details = screen.getByText('Código').closest('details')
  if (!details) throw new Error('no details')
  details.open = true
  await user.click(await screen.findByRole('button', { name: /Tentar de novo/ }))
  await user.click(await screen.findByRole('button', { name: 'Copiar código' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Código copiado' })).toBeVisible())
  expect(await navigator.clipboard.readText()).toBe('const a = 1')
})
