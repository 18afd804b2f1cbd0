import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { WidgetBoard } from './widget-board.tsx'
import { Widget, type WidgetProps } from './widget.tsx'

const open = (props: Partial<WidgetProps> = {}) =>
  render(
    <WidgetBoard>
      <Widget title="Total" {...props}>
        <input aria-label="Conteúdo" />
      </Widget>
      <button type="button">Vizinho</button>
    </WidgetBoard>,
  )
const Page = ({ shown }: { shown: boolean }) => (
  <WidgetBoard>
    {shown && <Widget title="Total">…</Widget>}
    <button type="button">Vizinho</button>
  </WidgetBoard>
)
// jsdom hides what has the attribute, and has no showPopover().
beforeAll(() => document.head.insertAdjacentHTML('beforeend', '<style>[popover] { display: block }</style>'))

const widget = () => screen.getByRole('region', { name: 'Total' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a widget that collapses', () => {
  // Rule: P-ACCESS-8, P-DASH-22
  it('hides its content and shows it again, with the focus on the same button', async () => {
    open()
    await press('Recolher')
    expect(screen.getByLabelText('Conteúdo')).not.toBeVisible()
    const expand = screen.getByRole('button', { name: 'Expandir' })
    expect(expand).toHaveFocus()
    expect(expand).toHaveAttribute('aria-expanded', 'false')
    await press('Expandir')
    expect(screen.getByLabelText('Conteúdo')).toBeVisible()
  })

  it('keeps what was typed into it', async () => {
    open()
    await userEvent.type(screen.getByLabelText('Conteúdo'), 'ana')
    await press('Recolher')
    await press('Expandir')
    expect(screen.getByLabelText('Conteúdo')).toHaveValue('ana')
  })

  it('begins collapsed when told so', () => {
    open({ initiallyCollapsed: true })
    expect(screen.getByLabelText('Conteúdo')).not.toBeVisible()
  })
})

describe('a widget in full screen', () => {
  // Rule: P-ACCESS-8, P-DASH-22
  it('makes all else inert, keeps the focus, and lets go on Escape', async () => {
    open()
    await press('Tela cheia')
    expect(widget()).toHaveAttribute('popover', 'manual')
    expect(screen.getByText('Vizinho')).toHaveAttribute('inert')
    expect(screen.getByRole('button', { name: 'Restaurar' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(widget()).not.toHaveAttribute('popover')
    expect(screen.getByText('Vizinho')).not.toHaveAttribute('inert')
    expect(screen.getByRole('button', { name: 'Tela cheia' })).toHaveFocus()
  })

  it('is restored by its button', async () => {
    open()
    await press('Tela cheia')
    await press('Restaurar')
    expect(widget()).not.toHaveAttribute('popover')
  })

  it('gives the page back when it is taken away', async () => {
    const { rerender } = render(<Page shown />)
    await press('Tela cheia')
    rerender(<Page shown={false} />)
    expect(screen.getByText('Vizinho')).not.toHaveAttribute('inert')
  })
})

describe('a widget that is closed', () => {
  // Rule: P-ACCESS-8, P-DASH-22
  it('is offered back, and the focus goes along both ways', async () => {
    open()
    await press('Fechar')
    expect(screen.queryByRole('region', { name: 'Total' })).not.toBeInTheDocument()
    const back = within(screen.getByRole('region', { name: 'Widgets fechados' })).getByRole('button')
    expect(back).toHaveAccessibleName('Reabrir Total')
    expect(back).toHaveFocus()
    await userEvent.click(back)
    expect(widget()).toHaveFocus()
    expect(screen.queryByRole('region', { name: 'Widgets fechados' })).not.toBeInTheDocument()
  })

  // Rule: P-DASH-28
  it('is closed from the start where the board says so, without taking the focus', async () => {
    const onClosedChange = jest.fn()
    render(
      <WidgetBoard initiallyClosed={['Total', 'Gone']} onClosedChange={onClosedChange}>
        <Widget title="Total">…</Widget>
        <Widget title="Ranking">…</Widget>
      </WidgetBoard>,
    )
    expect(screen.queryByRole('region', { name: 'Total' })).not.toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: /^Reabrir/ })).toHaveLength(1)
    expect(document.body).toHaveFocus()
    await press('Fechar')
    await press('Reabrir Total')
    expect(onClosedChange.mock.calls).toEqual([[['Total', 'Gone', 'Ranking']], [['Gone', 'Ranking']]])
  })

  it('is not offered back once the page no longer has it', async () => {
    const { rerender } = render(<Page shown />)
    await press('Fechar')
    rerender(<Page shown={false} />)
    expect(screen.queryByRole('button', { name: 'Reabrir Total' })).not.toBeInTheDocument()
  })

  it.each<[string, Partial<WidgetProps>]>([
    ['locked', { locked: true }],
    ['not closable', { closable: false }],
  ])('cannot be when it is %s', (_, props) => {
    open(props)
    expect(screen.queryByRole('button', { name: 'Fechar' })).not.toBeInTheDocument()
  })

  it('asks whoever takes closing over, and stays until it is removed', async () => {
    const onClose = jest.fn()
    open({ onClose })
    await press('Fechar')
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(widget()).toBeVisible()
  })

  it('cannot be where nobody could bring it back', () => {
    render(<Widget title="Total">…</Widget>)
    expect(screen.queryByRole('button', { name: 'Fechar' })).not.toBeInTheDocument()
  })
})

const choose = async (action: string) => {
  await press('Mais ações')
  await userEvent.click(screen.getByRole('menuitem', { name: action }))
}

// Rule: P-DASH-27
it('a widget has one menu of its actions, for a screen without a pointer', async () => {
  const onReload = jest.fn()
  open({ onReload })
  await choose('Carregar de novo')
  expect(onReload).toHaveBeenCalledTimes(1)
  await choose('Recolher')
  expect(screen.getByLabelText('Conteúdo')).not.toBeVisible()
  expect(screen.getByRole('button', { name: 'Mais ações' })).toHaveFocus()
  await choose('Expandir')
  await choose('Tela cheia')
  expect(widget()).toHaveAttribute('popover', 'manual')
  await choose('Restaurar')
  await choose('Fechar')
  expect(screen.getByRole('button', { name: 'Reabrir Total' })).toHaveFocus()
})

// Rule: P-ACCESS-13
test('the buttons of a widget are one Tab stop, and arrow keys move between them', async () => {
  open({ onReload: jest.fn() })
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Carregar de novo' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: 'Recolher' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Fechar' })).toHaveFocus()
  await userEvent.keyboard('{Home}{End}{ArrowLeft}')
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Mais ações' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  expect(screen.getByRole('button', { name: 'Tela cheia' })).toHaveFocus()
})

describe("a widget's status", () => {
  it('while loading shows the skeleton in place of the content, and says that it is busy', () => {
    open({ status: 'loading', skeleton: <p>esqueleto</p> })
    expect(widget()).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByText('esqueleto')).toBeVisible()
    expect(screen.queryByLabelText('Conteúdo')).not.toBeInTheDocument()
  })

  it('while loading does not load twice', async () => {
    const onReload = jest.fn()
    open({ status: 'loading', onReload })
    await press('Carregar de novo')
    expect(onReload).not.toHaveBeenCalled()
  })

  // Rule: P-DASH-12
  it('when failed shows what is known and one control to load again, without losing the focus', async () => {
    const onReload = jest.fn()
    open({ status: 'failed', onReload })
    expect(screen.getByLabelText('Conteúdo')).toBeVisible()
    await press('Carregar de novo')
    expect(onReload).toHaveBeenCalledTimes(1)
    expect(widget()).toHaveFocus()
  })
})
