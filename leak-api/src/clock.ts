/** The current instant, handed in so that tests and the demonstration data can choose it. */
export type Clock = () => Date
