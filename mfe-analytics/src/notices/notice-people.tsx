import type { NoticePreview } from '@atalaia/contracts/notices'
import { ScrollBox } from '@atalaia/ui'
import { useManagementWords } from '../management/management-words.ts'
import { useNoticesWords } from './notices-words.ts'

type NoticePeopleProps = { readonly people: NoticePreview['pessoas']; readonly reached: number }

/** Who gets a notice, and why others do not. */
export const NoticePeople = ({ people, reached }: NoticePeopleProps) => {
  const { t } = useNoticesWords()
  const { momentText } = useManagementWords()
  return (
    <div>
      <p role="status">{t('people.count', { told: reached, all: people.length })}</p>
      <ScrollBox label={t('people')} className="analytics-notice__people">
        <ul>
          {people.map(({ email, fontes, recusa, ultimo_em: last }) => (
            <li key={email}>
              <strong>{email}</strong>
              <span>{fontes.join(', ')}</span>
              {recusa !== null && (
                <span className="analytics-notice__refusal">
                  {t(`refusal.${recusa}`)}
                  {last !== null && ` · ${t('people.last', { moment: momentText(last) })}`}
                </span>
              )}
            </li>
          ))}
        </ul>
      </ScrollBox>
    </div>
  )
}
