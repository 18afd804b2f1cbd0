import { ptBR } from 'date-fns/locale/pt-BR'
import { useState } from 'react'
import { DatePicker } from 'react-datepicker'
import 'react-datepicker/dist/react-datepicker.css'

export const title = 'Data e hora'

/** P-KIT-17 */
const common = {
  locale: ptBR,
  calendarStartDay: 1,
  className: 'form-control',
  autoComplete: 'off',
  popperPlacement: 'bottom-start',
  showPopperArrow: false,
  previousMonthButtonLabel: 'Mês anterior',
  nextMonthButtonLabel: 'Próximo mês',
  previousMonthAriaLabel: 'Mês anterior',
  nextMonthAriaLabel: 'Próximo mês',
} as const

export const Example = () => {
  const [day, setDay] = useState<Date | null>(null)
  const [moment, setMoment] = useState<Date | null>(null)
  return (
    <>
      <label className="form-label" htmlFor="kit-date">
        Data
      </label>
      <DatePicker
        {...common}
        id="kit-date"
        dateFormat="dd/MM/yyyy"
        placeholderText="dd/mm/aaaa"
        selected={day}
        onChange={setDay}
      />
      <label className="form-label" htmlFor="kit-date-time">
        Data e hora
      </label>
      <DatePicker
        {...common}
        id="kit-date-time"
        showTimeSelect
        timeCaption="Hora"
        timeFormat="HH:mm"
        dateFormat="dd/MM/yyyy HH:mm"
        placeholderText="dd/mm/aaaa hh:mm"
        selected={moment}
        onChange={setMoment}
      />
    </>
  )
}
