import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

describe('a button', () => {
  it('calls back when it is clicked', async () => {
    const onClick = jest.fn()
    render(<Button onClick={onClick}>Enviar</Button>)
    await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  it('does not send its form unless it is told to', async () => {
    const onSubmit = jest.fn()
    render(
      <form onSubmit={onSubmit}>
        <Button>Limpar</Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('says what it does when it shows a sign only', () => {
    render(<IconButton icon="x" label="Fechar" />)
    expect(screen.getByRole('button', { name: 'Fechar' })).toHaveAttribute('title', 'Fechar')
  })
})

const open = () => {
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const onClick = jest.fn()
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Email" />
      <Button type="submit" busy busyLabel="Loading..." onClick={onClick}>
        Login
      </Button>
    </form>,
  )
  return { onSubmit, onClick }
}

describe('a busy button', () => {
  it('says so, keeps its focus, and does nothing when clicked', async () => {
    const { onSubmit, onClick } = open()
    const button = screen.getByRole('button', { name: 'Loading...' })
    await userEvent.click(button)
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('does not let Enter in a field send the form', async () => {
    const { onSubmit } = open()
    await userEvent.type(screen.getByLabelText('Email'), 'a{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
