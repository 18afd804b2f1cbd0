import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { DateField, type DateFieldProps } from './date-field.tsx'

type Options = Partial<Omit<DateFieldProps, 'label'>>

const open = ({ value: first = '', ...rest }: Options = {}) => {
  const told: (string | undefined)[] = []
  const Page = () => {
    const [value, setValue] = useState(first)
    return (
      <form>
        <DateField
          {...rest}
          label="Prazo"
          value={value}
          onChange={(next) => {
            told.push(next)
            setValue(next ?? '')
          }}
        />
        <button type="button">Outro</button>
      </form>
    )
  }
  render(<Page />)
  return { told, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Prazo' }) }
}
const opener = () => screen.getByRole('button', { name: 'Abrir calendário' })

// Rule: P-FORM-1, P-FORM-23, P-FORM-24
test.each([
  ['as people write it', '27/11/2026', '2026-11-27'],
  ['with its digits alone', '27112026', '2026-11-27'],
  ['without zeros', '7/1/2026', '2026-01-07'],
])('a day %s is read as day, month and year', async (_name, text, value) => {
  const { told, field } = open()
  await userEvent.type(field, text)
  expect(told.at(-1)).toBe(value)
  await userEvent.tab()
  await userEvent.click(screen.getByRole('button', { name: 'Outro' }))
  expect(field).toHaveValue(`${value.slice(8)}/${value.slice(5, 7)}/${value.slice(0, 4)}`)
  expect(field).toBeValid()
})

// Rule: P-FORM-1, P-FORM-23, P-FORM-24
test('a day and time are read, and one that a list of a program has, too', async () => {
  const { told, field } = open({ hasTime: true })
  await userEvent.type(field, '271120260930')
  expect(field).toHaveValue('27/11/2026 09:30')
  expect(told.at(-1)).toBe('2026-11-27T09:30')
  fireEvent.change(field, { target: { value: '2026-11-26T18:05' } })
  expect(told.at(-1)).toBe('2026-11-26T18:05')
})

// Rule: P-FORM-1, P-FORM-23, P-FORM-24
test.each([
  ['that does not exist', '31/02/2026', {}, /^Informe um dia como/],
  ['in another order', '02/27/2026', {}, /^Informe um dia como/],
  ['that is too early', '31/12/2019', { min: '2020-01-01' }, 'Não pode ser antes de 01/01/2020.'],
  ['that is too late', '01/01/2100', { max: '2099-12-31' }, 'Não pode ser depois de 31/12/2099.'],
])('a day %s says so once it is left, and is no value', async (_name, text, options, reason) => {
  const { told, field } = open(options)
  await userEvent.type(field, text)
  expect(told.at(-1)).toBeUndefined()
  expect(field).toHaveValue(text)
  expect(field).not.toHaveAttribute('aria-invalid')
  await userEvent.click(screen.getByRole('button', { name: 'Outro' }))
  expect(field).toHaveAccessibleDescription(reason)
  expect(field).toHaveAttribute('aria-invalid', 'true')
  // Its form is not sent.
  expect(field).toBeInvalid()
})

// Rule: P-FORM-1, P-FORM-23, P-FORM-24
test('the calendar begins at the day, moves by keys, and hands a day and the focus to the field', async () => {
  const { told, field } = open({ value: '2026-11-27' })
  await userEvent.click(opener())
  const calendar = screen.getByRole('dialog', { name: 'novembro 2026' })
  expect(within(calendar).getByRole('button', { name: '27 novembro 2026' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  expect(within(calendar).getByRole('button', { name: '5 dezembro 2026' })).toHaveFocus()
  await userEvent.keyboard('{PageUp}{Home}{Enter}')
  expect(told.at(-1)).toBe('2026-11-02')
  expect(field).toHaveValue('02/11/2026')
  expect(field).toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Rule: P-FORM-1, P-FORM-23, P-FORM-24
test('Escape closes the calendar alone, and the focus returns to its button', async () => {
  open()
  await userEvent.click(opener())
  const seen = jest.fn()
  document.addEventListener('keydown', seen, true)
  await userEvent.keyboard('{Escape}')
  document.removeEventListener('keydown', seen, true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(opener()).toHaveFocus()
  expect(seen.mock.calls[0]?.[0]).toHaveProperty('defaultPrevented', true)
})

// Rule: P-FORM-1, P-FORM-23, P-FORM-24
test('a day that the calendar chooses has no time until somebody writes one', async () => {
  const { told, field } = open({ hasTime: true, value: '' })
  await userEvent.click(opener())
  await userEvent.keyboard('{Enter}')
  expect(told.at(-1)).toBeUndefined()
  await userEvent.type(field, '09:30')
  expect(told.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT09:30$/)
})
