import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Menu } from './menu.tsx'

const open = () => {
  const onLeave = jest.fn()
  const onTheme = jest.fn()
  render(
    <>
      <Menu
        label="Conta"
        trigger="Ana"
        items={[
          {
            kind: 'choices',
            id: 'theme',
            label: 'Tema',
            value: 'dark',
            options: [
              { value: 'dark', label: 'Escuro' },
              { value: 'sea', label: 'Mar' },
            ],
            onSelect: onTheme,
          },
          { kind: 'separator', id: 'line' },
          { kind: 'action', id: 'leave', label: 'Sair', icon: 'power', onSelect: onLeave },
        ]}
      />
      <button type="button">Outro</button>
    </>,
  )
  return { onLeave, onTheme, trigger: screen.getByRole('button', { name: 'Conta' }) }
}

describe('a menu', () => {
  it('opens on a click with the focus on its first item', async () => {
    const { trigger } = open()
    expect(trigger).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(trigger)
    expect(trigger).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('menuitemradio', { name: 'Escuro' })).toHaveFocus()
  })

  it('opens on its last item with the arrow up', async () => {
    const { trigger } = open()
    trigger.focus()
    await userEvent.keyboard('{ArrowUp}')
    expect(screen.getByRole('menuitem', { name: 'Sair' })).toHaveFocus()
  })

  // Rule: P-ACCESS-7
  it('moves by arrows, Home, End and letters, and goes round', async () => {
    open().trigger.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('menuitemradio', { name: 'Mar' })).toHaveFocus()
    await userEvent.keyboard('{End}{ArrowDown}')
    expect(screen.getByRole('menuitemradio', { name: 'Escuro' })).toHaveFocus()
    await userEvent.keyboard('s')
    expect(screen.getByRole('menuitem', { name: 'Sair' })).toHaveFocus()
    await userEvent.keyboard('{Home}')
    expect(screen.getByRole('menuitemradio', { name: 'Escuro' })).toHaveFocus()
  })

  // Rule: P-ACCESS-7
  it('closes on Escape and gives the focus back', async () => {
    const { trigger } = open()
    await userEvent.click(trigger)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(trigger).toHaveFocus()
  })

  it('closes when something outside is clicked', async () => {
    await userEvent.click(open().trigger)
    await userEvent.click(screen.getByRole('button', { name: 'Outro' }))
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })

  it('marks the checked choice, and hands over the chosen one', async () => {
    const { trigger, onTheme } = open()
    await userEvent.click(trigger)
    expect(screen.getByRole('menuitemradio', { name: 'Escuro' })).toBeChecked()
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Mar' }))
    expect(onTheme).toHaveBeenCalledWith('sea')
    expect(trigger).toHaveFocus()
  })

  it('runs an action with Enter', async () => {
    const { trigger, onLeave } = open()
    trigger.focus()
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(onLeave).toHaveBeenCalledTimes(1)
  })
})
