import type { AddressPage } from '@atalaia/contracts'
import { Alert, Button } from '@atalaia/ui'
import { useAddressesWords } from './addresses-words.ts'

type DayNoteProps = {
  readonly day: string
  readonly totals: AddressPage['no_dia']
  readonly onLeave: () => void
}

/** P-LIST-10 */
export const DayNote = ({ day, totals, onLeave }: DayNoteProps) => {
  const { t, date } = useAddressesWords()
  return (
    <Alert kind="info">
      <p>{t('day.is', { day: date(day) })}</p>
      {totals && <p>{totalsText(totals, t)}</p>}
      <Button size="small" icon="restore" onClick={onLeave}>
        {t('day.leave')}
      </Button>
    </Alert>
  )
}

const totalsText = (
  {
    total_vazamentos: leaks,
    total_senhas: passwords,
    soma_vazamentos,
    soma_senhas,
  }: NonNullable<AddressPage['no_dia']>,
  t: ReturnType<typeof useAddressesWords>['t'],
) =>
  leaks === soma_vazamentos && passwords === soma_senhas
    ? t('day.same', { leaks, passwords })
    : `${t('day.total', { leaks, passwords })} ${t('day.sum', { leaks: soma_vazamentos, passwords: soma_senhas })}`
