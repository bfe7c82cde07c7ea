"""What is read or worked out on threads of their own."""
