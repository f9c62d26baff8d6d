/**
 * The keys of the workload's password and salt, by log2 N. Python's hashlib has made them. They reveal wrong parameters,
 * but no error in OpenSSL, which Node.js uses as well.
 */
export const expectedKeys: Readonly<Record<number, string>> = {
  8: 'e27514d248b927c6cf3086e2d27eac830e18bcb6bf8fa6f4384515c0d3879e95',
  9: '5bfab2e7ef25bdbc9e35ed87e9bef880177b226f95c8faf1c8678d00eaecdb8f',
  10: '9245eda66b83ed5b219f32adb6d7c89b6c9b92e8d5be19bbc957dfc4df3ad868',
  11: '2915dd0617e8316db12ac1a984a1c31fef6222a038578f2ac48840ee6d7eed81',
  12: '9dd7fde371ac1a8128ff749bfac0dfcb9b9182655b6299bf6220f5fcb4b319ce',
  13: '0d0c851beda95a646a0cdd813436377869e73fd472c3294610cad29948e27d43',
  14: '9c8c58f36fb5ac57b93b2a60e14999938a429f407797cbeb3ea272410137e06a',
  15: '0582777d17bda98bbe09dc1a1ad7806e19729fc6510a5a24140718e006dc00f7',
  16: '3c86c6094e73c9249e4a2c5638f2dab3d25cde5e9e2921b166b1853e6000b04b',
};
