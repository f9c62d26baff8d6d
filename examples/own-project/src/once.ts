/** Makes a getter compute once for each object. */
export function once(
  _class: object,
  name: string,
  { get, ...others }: PropertyDescriptor,
): PropertyDescriptor {
  return {
    ...others,
    get() {
      const value: unknown = get?.call(this);
      Object.defineProperty(this, name, { value });
      return value;
    },
  };
}
