"""What is measured: speed, determinism, fair dice, and whether anything breaks. Each module runs by itself."""
