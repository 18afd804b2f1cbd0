import { PageHeader } from '@atalaia/ui'
import { Link, useSearchParams } from '@atalaia/react/router'
import type { ReactNode } from 'react'
import './parts.css'

const PART = 'parte'

export type Part = {
  /** Its name in the address. */
  readonly id: string
  readonly label: string
  /** Address of a part with its own page. Default: a part of this page. */
  readonly to?: string
  readonly content?: ReactNode
}

type PartsPageProps = {
  readonly title: string
  readonly path?: string
  readonly parts: readonly Part[]
  /** Id of the shown part. Default: by the address, else the first. */
  readonly current?: string
  /** Shown above each part. */
  readonly notice?: ReactNode
  /** The content of the part that is shown. Default: its own. */
  readonly children?: ReactNode
}

/** A page in parts, chosen by links (P-ACCOUNT-9). */
export const PartsPage = ({ title, path, parts, current, notice, children }: PartsPageProps) => {
  const [search] = useSearchParams()
  const wanted = current ?? search.get(PART)
  const shown = parts.find(({ id }) => id === wanted) ?? parts[0]
  // An address without a part shows the first one.
  const addressOf = ({ id, to }: Part, isFirst: boolean) =>
    to ?? { ...(path !== undefined && { pathname: path }), search: isFirst ? '' : `?${PART}=${id}` }
  return (
    <>
      <PageHeader title={title} trail={shown && shown !== parts[0] ? [title, shown.label] : [title]} />
      <nav className="auth-parts" aria-label={`Partes de ${title}`}>
        <ul>
          {parts.map((part, at) => (
            <li key={part.id}>
              <Link to={addressOf(part, at === 0)} aria-current={part === shown ? 'page' : undefined}>
                {part.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {notice}
      {children ?? shown?.content}
    </>
  )
}
