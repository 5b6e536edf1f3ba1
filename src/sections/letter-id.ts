/** Where the letter's texts stand; what copies the letter looks for the one that shows. */
export const LETTER_ID = 'letter'
