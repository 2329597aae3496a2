/** Environment variable in which the runner sets whether the long repetitions run: `true` or `false`. */
export const thoroughVariable = 'FAIRGROUND_TEST_THOROUGH'

/** Whether long repetitions run: always, except in a plain `npm test` of all files. */
export const isThorough = process.env[thoroughVariable] !== 'false'
