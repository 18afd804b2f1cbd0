import { render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { TextField } from './text-field.tsx'

describe('a text field', () => {
  it('is named by its label and described by its hint', () => {
    render(<TextField label="Email" hint="Um por vez." />)
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('Um por vez.')
  })

  it('hands its input to the ref', () => {
    const ref = createRef<HTMLInputElement>()
    render(<TextField label="Email" ref={ref} />)
    expect(ref.current).toBe(screen.getByRole('textbox'))
  })

  it('is invalid, described by the error, and announces it when one appears', () => {
    const { rerender } = render(<TextField label="Email" hint="Um por vez." />)
    expect(screen.getByRole('textbox')).toBeValid()
    rerender(<TextField label="Email" hint="Um por vez." error="Já monitorado." />)
    const field = screen.getByRole('textbox')
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('Um por vez. Já monitorado.')
    expect(screen.getByText('Já monitorado.').closest('[aria-live="polite"]')).toBeInTheDocument()
  })
})
