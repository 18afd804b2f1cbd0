import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Alert } from './alert.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { ToastClose } from './toast-parts.tsx'

describe('an alert', () => {
  // Rule: P-ACCESS-9
  it.each(['danger', 'warning'] as const)('interrupts when it is of kind %s', (kind) => {
    render(<Alert kind={kind}>Erro ao enviar email.</Alert>)
    expect(screen.getByRole('alert')).toHaveTextContent('Erro ao enviar email.')
  })

  // Rule: P-ACCESS-9
  it.each(['success', 'info'] as const)('waits its turn when it is of kind %s', (kind) => {
    render(<Alert kind={kind}>Email enviado com sucesso!</Alert>)
    expect(screen.getByRole('status')).toHaveTextContent('Email enviado com sucesso!')
  })

  it('can be closed when somebody listens', async () => {
    const onDismiss = jest.fn()
    render(
      <Alert kind="info" onDismiss={onDismiss}>
        …
      </Alert>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Fechar' }))
    expect(onDismiss).toHaveBeenCalledTimes(1)
  })
})

it('an error is announced and offers to try again', async () => {
  const onRetry = jest.fn()
  render(<ErrorState title="Esta parte não carregou" onRetry={onRetry} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Esta parte não carregou')
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

// Rule: P-ERROR-5
it('an error has its code, which a button copies, or marks where nothing may be copied', async () => {
  const user = userEvent.setup()
  render(<ErrorState title="Esta parte não carregou" code="4bf92f3577b34da6a3ce929d0e0e4736" />)
  expect(screen.getByRole('alert')).toHaveTextContent('Código do erro 4bf92f3577b34da6a3ce929d0e0e4736')
  const button = screen.getByRole('button', { name: 'Copiar código' })
  const refused = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(button)
  expect(String(getSelection())).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  refused.mockRestore()
  await user.click(button)
  expect(await navigator.clipboard.readText()).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  expect(button).toHaveAccessibleName('Código copiado')
})

it('an empty state shows its way on', () => {
  render(<EmptyState title="Nenhum vazamento em 12 fontes" action={<a href="#form">Adicionar</a>} />)
  expect(screen.getByRole('link', { name: 'Adicionar' })).toBeVisible()
})

it('closing a toast is no click on the toast', async () => {
  const [closeToast, onToast] = [jest.fn(), jest.fn()]
  render(
    <div role="presentation" onClick={onToast}>
      <ToastClose closeToast={closeToast} />
    </div>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }))
  expect(closeToast).toHaveBeenCalledTimes(1)
  expect(onToast).not.toHaveBeenCalled()
})
