import { useLanguage } from '../language/use-language.ts'
import './new-mark.css'

/** Marks findings since the person's last visit (P-NEW-1). */
export const NewMark = () => <span className="analytics-new">{useLanguage().t('new')}</span>
