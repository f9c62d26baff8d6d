import { Ajv } from 'ajv';

const text = { type: 'string', minLength: 1, maxLength: 100 };
const item = {
  type: 'object',
  required: ['sku', 'quantity', 'price'],
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{5}$' },
    quantity: { type: 'integer', minimum: 1, maximum: 1_000 },
    price: { type: 'number', exclusiveMinimum: 0 },
    notes: { type: 'array', maxItems: 5, uniqueItems: true, items: text },
  },
};
const check = new Ajv({ allErrors: true }).compile({ type: 'array', maxItems: 10_000, items: item });

/** Validates a list of items by a JSON schema, and names the first errors. */
export const validate = (items: unknown) => ({
  valid: check(items),
  errors: (check.errors ?? []).slice(0, 5).map(({ instancePath, message }) => `${instancePath} ${message}`),
});
