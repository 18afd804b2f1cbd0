import { steps } from './steps.ts'

/** The four steps, the current one marked. */
export const StepList = ({ at }: { readonly at: number }) => (
  <ol className="kit-steps">
    {steps.map(({ title }, index) => (
      <li
        key={title}
        className={index < at ? 'kit-steps__done' : undefined}
        aria-current={index === at ? 'step' : undefined}
      >
        <span className="kit-steps__number">{index + 1}</span> {title}
      </li>
    ))}
  </ol>
)
