import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BarRow } from './bar-row.tsx'
import { Card } from './card.tsx'
import { OneLine } from './one-line.tsx'
import { PageHeader } from './page-header.tsx'
import { pagesShown, Pagination } from './pagination.tsx'

// Rule: P-HEADER-9
it('a page header says where one is, and its heading can take the focus', () => {
  render(<PageHeader title="Analises - Ativos Empresariais" trail={['Dashboard', 'Analises']} />)
  const trail = within(screen.getByRole('navigation', { name: 'YOU ARE HERE' })).getAllByRole('listitem')
  expect(trail.map((place) => place.textContent)).toEqual(['Dashboard', 'Analises'])
  expect(trail[1]).toHaveAttribute('aria-current', 'page')
  screen.getByRole('heading', { level: 1 }).focus()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

it('a card with a title is a named region', () => {
  render(<Card title="Retorno">…</Card>)
  expect(screen.getByRole('region', { name: 'Retorno' })).toBeInTheDocument()
})

// Rule: P-NUM-4
it('an address that is cut for want of room is read, found, copied and shown by its tooltip whole, once', () => {
  const address = 'maria.aparecida.de.souza@empresa.com.br'
  const { container } = render(<OneLine text={address} />)
  expect(screen.getByTitle(address)).toHaveTextContent(address)
  expect(container.textContent).toBe(address)
})

// Rule: P-NUM-4
it("what stands for an address's end, where its middle is left out, is for eyes alone", () => {
  const { container } = render(<OneLine text="maria.aparecida.de.souza@empresa.com.br" />)
  const end = container.querySelector('[data-end]')
  expect(end).toHaveAttribute('data-end', 'a.com.br')
  expect(end).toHaveAttribute('aria-hidden', 'true')
})

const barOf = (value: number, max: number) => {
  const { container } = render(<BarRow label="ana@empresa.com.br" value={value} max={max} />)
  return container.querySelector('.ui-bar-row__bar')
}

describe('a row of a ranking', () => {
  it('reads as count and name', () => {
    barOf(1284, 2000)
    expect(screen.getByRole('listitem')).toHaveTextContent('1.284ana@empresa.com.br')
  })

  it('has a bar as long as its share', () => {
    expect(barOf(17, 34)).toHaveStyle({ width: '50%' })
  })

  it('has an empty bar when all are zero', () => {
    expect(barOf(0, 0)).toHaveStyle({ width: '0%' })
  })
})

const open = (page: number, pages = 12) => {
  const onPage = jest.fn()
  render(<Pagination page={page} pages={pages} onPage={onPage} label="Páginas" />)
  return onPage
}

describe('a pagination', () => {
  it('is not there for one page', () => {
    open(1, 1)
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })

  it('says which page is shown, and goes to the next and to a chosen one', async () => {
    const onPage = open(5)
    expect(screen.getByRole('button', { name: 'Página 5 de 12' })).toHaveAttribute('aria-current', 'page')
    await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
    await userEvent.click(screen.getByRole('button', { name: 'Página 12 de 12' }))
    expect(onPage.mock.calls).toEqual([[6], [12]])
  })

  it('stays where it is at its ends', async () => {
    const onPage = open(1)
    await userEvent.click(screen.getByRole('button', { name: 'Anterior' }))
    expect(onPage).not.toHaveBeenCalled()
  })

  it.each([
    [1, 3, [1, 2, 3]],
    [5, 12, [1, 'gap', 4, 5, 6, 'gap', 12]],
    [3, 12, [1, 2, 3, 4, 'gap', 12]],
    [4, 12, [1, 2, 3, 4, 5, 'gap', 12]],
  ])('on page %i of %i shows %j', (page, pages, shown) => {
    expect(pagesShown(page, pages)).toEqual(shown)
  })
})
